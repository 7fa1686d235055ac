package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** Thrown if an annotated bean or method cannot be a callback. */
public final class InvalidListenerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final boolean concernsAttributes;

    InvalidListenerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the listener and the reason
     * @param cause the cause
     */
    InvalidListenerException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private InvalidListenerException(String message, @Nullable Throwable cause, boolean concernsAttributes) {
        super(message, cause);
        this.concernsAttributes = concernsAttributes;
    }

    /** Creates the exception for an annotation that has a wrong attribute. */
    static InvalidListenerException ofAttributes(String annotation, RuntimeException cause) {
        return new InvalidListenerException(annotation + " is wrong: " + cause.getMessage(), cause, true);
    }

    /** {@return whether an attribute is wrong, and not the bean or method} */
    public boolean concernsAttributes() {
        return concernsAttributes;
    }
}
