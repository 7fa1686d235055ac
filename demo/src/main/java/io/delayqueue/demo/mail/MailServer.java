package io.delayqueue.demo.mail;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Simulated mail server; it can be switched off, to show the retries of failing callbacks. */
@Component
class MailServer {

    private static final Logger log = LoggerFactory.getLogger("demo");

    private volatile boolean up = true;

    boolean isUp() {
        return up;
    }

    void switchTo(boolean state) {
        up = state;
    }

    /**
     * Sends a mail.
     *
     * @throws MailServerDownException if the server is switched off
     */
    void send(String recipient, String text) throws MailServerDownException {
        if (!up) {
            throw new MailServerDownException();
        }
        log.info("Mail to {}: {}", recipient, text);
    }
}
