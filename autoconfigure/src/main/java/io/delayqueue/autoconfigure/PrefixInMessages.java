package io.delayqueue.autoconfigure;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.NestedExceptionUtils;

/** Says the names of a queue's properties where {@link DelayQueueProperties} says those of {@code delayqueue.*}. */
final class PrefixInMessages implements BindHandler {

    private static final String SAID = DelayQueueProperties.PREFIX + ".";

    private final String prefix;

    PrefixInMessages(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
            throws Exception {
        String message =
                String.valueOf(NestedExceptionUtils.getMostSpecificCause(error).getMessage());
        if (error instanceof BindException || !message.startsWith(SAID)) {
            throw error;
        }
        // Without the cause: operators are shown the innermost message.
        throw new IllegalArgumentException(prefix + "." + message.substring(SAID.length()));
    }
}
