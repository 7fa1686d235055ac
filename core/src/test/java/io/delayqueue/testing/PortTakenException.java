package io.delayqueue.testing;

/** Someone else took the port between the moment it was found free and the start of the server. */
final class PortTakenException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
