package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The store that the application's bean definitions are for. Ahead-of-time processing fixes the definitions, so that
 * {@code delayqueue.store} can have another value at the start.
 */
record StoreChoice(Store store) {

    /**
     * Makes sure that the definitions are still for the store that the property names.
     *
     * @param chosen the one they are for
     * @throws IllegalStateException if they are not
     */
    static StoreChoice check(Store chosen, Environment environment) {
        Store wanted = store(environment);
        if (wanted != chosen) {
            throw new IllegalStateException(
                    "delayqueue.store was " + name(chosen) + " when this application was processed ahead of time, which"
                            + " decided its beans, and is " + name(wanted) + " now. Set it to " + name(chosen)
                            + ", or process the application again with " + name(wanted) + ".");
        }
        return new StoreChoice(chosen);
    }

    /** {@return where the tasks of all queues are kept} */
    static Store store(Environment environment) {
        return Binder.get(environment)
                .bind(DelayQueueProperties.PREFIX + ".store", Store.class)
                .orElse(Store.REDIS);
    }

    private static String name(Store store) {
        return store.name().toLowerCase(Locale.ROOT);
    }
}
