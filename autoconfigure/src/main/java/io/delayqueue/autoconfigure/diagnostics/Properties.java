package io.delayqueue.autoconfigure.diagnostics;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Properties of the application that did not start, with their origins. */
final class Properties {

    private final List<ConfigurationPropertySource> sources;

    Properties(Environment environment) {
        this.sources = environment instanceof ConfigurableEnvironment configurable
                ? StreamSupport.stream(
                                ConfigurationPropertySources.from(configurable.getPropertySources())
                                        .spliterator(),
                                false)
                        .toList()
                : List.of();
    }

    /** Finds the effective property, or the first element of a list that is set by elements; null if it is not set. */
    @Nullable
    ConfigurationProperty find(String name) {
        ConfigurationPropertyName propertyName = ConfigurationPropertyName.of(name);
        return sources.stream()
                .flatMap(source ->
                        Stream.of(propertyName, propertyName.append("[0]")).map(source::getConfigurationProperty))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Names a property and its origin, if it is set; never its value, which may hold a password. */
    String describe(String name) {
        ConfigurationProperty property = find(name);
        Origin origin = property == null ? null : property.getOrigin();
        return origin == null ? name : name + " (" + origin + ")";
    }
}
