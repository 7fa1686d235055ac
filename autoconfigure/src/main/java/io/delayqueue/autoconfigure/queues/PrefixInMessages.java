package io.delayqueue.autoconfigure.queues;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.NestedExceptionUtils;

/** Replaces {@code delayqueue.*} by the names of a queue's properties in messages. */
record PrefixInMessages(String prefix) implements BindHandler {

    private static final String ALL = NamedQueues.ALL + ".";

    @Override
    public Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
            throws Exception {
        String message =
                String.valueOf(NestedExceptionUtils.getMostSpecificCause(error).getMessage());
        if (error instanceof BindException || !message.startsWith(ALL)) {
            throw error;
        }
        // Without the cause: operators are shown the innermost message.
        throw new IllegalArgumentException(prefix + "." + message.substring(ALL.length()));
    }
}
