package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Store for which the application's bean definitions were created. Ahead-of-time processing fixes the definitions, so
 * {@code delayqueue.store} can have another value at the start.
 */
record StoreChoice(Store store) {

    /**
     * Checks that the definitions are for the store in the environment.
     *
     * @param chosen the store of the definitions
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

    /** {@return the configured store of all queues} */
    static Store store(Environment environment) {
        return Binder.get(environment)
                .bind(DelayQueueProperties.PREFIX + ".store", Store.class)
                .orElse(Store.REDIS);
    }

    private static String name(Store store) {
        return store.name().toLowerCase(Locale.ROOT);
    }
}
