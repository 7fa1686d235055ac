package io.delayqueue.autoconfigure.listener;

import java.lang.reflect.Type;

/**
 * Type of a payload as a callback declares it.
 *
 * @param required whether the callback does not accept null
 */
record PayloadType(Type type, boolean required) {

    /** Of a callback without a payload. */
    static final PayloadType NONE = new PayloadType(Object.class, false);
}
