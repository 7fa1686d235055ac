package io.delayqueue.demo;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Logs the address of the shop. */
@Component
class OpenSign {

    private static final Logger log = LoggerFactory.getLogger(OpenSign.class);

    private final Environment environment;

    OpenSign(Environment environment) {
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void turn() {
        log.info("The shop is open: http://localhost:{}", environment.getProperty("local.server.port"));
    }
}
