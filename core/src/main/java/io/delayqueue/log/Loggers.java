package io.delayqueue.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the library's loggers. They write the arguments of a line and the messages of exceptions on one line, and escape
 * everything that could mislead a terminal or a reader: see {@link LogText#line}. Stack frames stay lines. On threads of an engine they
 * neither block nor throw: see {@link EngineLog}.
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
