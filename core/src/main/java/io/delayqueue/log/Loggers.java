package io.delayqueue.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the library's loggers. They write whatever stands in a line's arguments or in the messages of exceptions on one line, with all
 * that a terminal or a reader could take for something else written out: see {@link LogText#line}. The frames of stacks stay lines.
 */
public final class Loggers {

    private Loggers() {}

    /** {@return the logger of a class} */
    public static Logger of(Class<?> owner) {
        return of(owner.getName());
    }

    /** {@return the logger of a name} */
    public static Logger of(String name) {
        return new EscapingLogger(LoggerFactory.getLogger(name));
    }
}
