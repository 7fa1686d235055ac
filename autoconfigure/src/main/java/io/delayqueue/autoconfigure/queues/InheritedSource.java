package io.delayqueue.autoconfigure.queues;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;

/** Maps the names of a queue's properties to those of {@code delayqueue.*}, except the properties that define a queue. */
record InheritedSource(ConfigurationPropertySource source, ConfigurationPropertyName queue)
        implements ConfigurationPropertySource {

    private static final Set<String> NOT_INHERITED = Set.of("enabled", "default-queue", "queues", "redis", "groups");

    @Override
    public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
        ConfigurationPropertyName inherited = inherited(name);
        return inherited == null ? null : source.getConfigurationProperty(inherited);
    }

    @Override
    public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
        ConfigurationPropertyName inherited = inherited(name);
        return inherited == null ? ConfigurationPropertyState.ABSENT : source.containsDescendantOf(inherited);
    }

    private @Nullable ConfigurationPropertyName inherited(ConfigurationPropertyName name) {
        int own = queue.getNumberOfElements();
        if (!queue.isAncestorOf(name)
                || NOT_INHERITED.contains(name.getElement(own, ConfigurationPropertyName.Form.DASHED))) {
            return null;
        }
        // Without its subName and append, which together fail on longer names.
        return ConfigurationPropertyName.of(
                NamedQueues.ALL + name.toString().substring(queue.toString().length()));
    }
}
