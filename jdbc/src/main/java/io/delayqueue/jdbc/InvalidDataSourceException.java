package io.delayqueue.jdbc;

import org.jspecify.annotations.Nullable;

/** Thrown at the start if a data source cannot hold the tables of this module. */
final class InvalidDataSourceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * Creates the exception.
     *
     * @param message the problem
     * @param action the way out, as a sentence
     */
    InvalidDataSourceException(String message, String action, @Nullable Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    /** {@return the way out, as a sentence} */
    String action() {
        return action;
    }
}
