package io.delayqueue.demo.mail;

/** Thrown if the mail server is switched off. */
class MailServerDownException extends Exception {

    private static final long serialVersionUID = 1L;

    MailServerDownException() {
        super("The mail server is switched off");
    }
}
