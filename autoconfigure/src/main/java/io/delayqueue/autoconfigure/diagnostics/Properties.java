package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Properties of the application that did not start, with their origins. */
final class Properties {

    private final NamedQueues queues;

    Properties(Environment environment) {
        this.queues = new NamedQueues(environment);
    }

    /** Finds the effective property, or one under it, such as an element of a list; null if none is set. */
    @Nullable
    ConfigurationProperty find(String name) {
        return queues.find(name);
    }

    /** Names a property and its origin, if it is set; never its value, which may hold a password. */
    String describe(String name) {
        ConfigurationProperty property = find(name);
        Origin origin = property == null ? null : property.getOrigin();
        return origin == null ? name : name + " (" + origin + ")";
    }
}
