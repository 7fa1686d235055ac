package io.delayqueue.badinput;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.InvalidTaskException;

/**
 * A call that breaks a rule, and what it must answer.
 *
 * @param name the method, a colon, what is wrong
 * @param call the call
 * @param type the exception, no subclass of it
 * @param message its whole message
 */
record BadInput(String name, Call call, Class<? extends Throwable> type, String message) {

    /** Something wrong to do. */
    @FunctionalInterface
    interface Call {
        void on(Subject subject) throws Throwable;
    }

    /** A value of a task, or a name, that breaks its rule. */
    static BadInput invalid(String name, Call call, String message) {
        return new BadInput(name, call, InvalidTaskException.class, message);
    }

    /** A setting out of its range. */
    static BadInput setting(String name, Call call, String message) {
        return new BadInput(name, call, InvalidSettingException.class, message);
    }

    /** An argument out of its range. */
    static BadInput illegal(String name, Call call, String message) {
        return new BadInput(name, call, IllegalArgumentException.class, message);
    }

    /** A null where none may be. */
    static BadInput isNull(String name, Call call, String argument) {
        return new BadInput(name, call, NullPointerException.class, argument + " must not be null");
    }

    @Override
    public String toString() {
        return name;
    }
}
