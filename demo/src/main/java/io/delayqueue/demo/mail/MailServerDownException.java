package io.delayqueue.demo.mail;

/** No mail can be sent at the moment. */
class MailServerDownException extends Exception {

    private static final long serialVersionUID = 1L;

    MailServerDownException() {
        super("The mail server is switched off");
    }
}
