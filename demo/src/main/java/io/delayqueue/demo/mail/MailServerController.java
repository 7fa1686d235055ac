package io.delayqueue.demo.mail;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Switches the mail server on and off. */
@RestController
@RequestMapping("/api/mail-server")
class MailServerController {

    private final MailServer server;

    MailServerController(MailServer server) {
        this.server = server;
    }

    /**
     * State of the switch.
     *
     * @param up whether mails can be sent
     */
    record Switch(boolean up) {}

    @GetMapping
    Switch get() {
        return new Switch(server.isUp());
    }

    @PutMapping
    Switch put(@RequestBody Switch wanted) {
        server.switchTo(wanted.up());
        return get();
    }
}
