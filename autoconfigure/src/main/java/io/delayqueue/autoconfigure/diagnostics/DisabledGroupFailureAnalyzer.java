package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Names the property that disables a group in which the application has a listener or a topic. */
final class DisabledGroupFailureAnalyzer extends AbstractFailureAnalyzer<DisabledGroupException> {

    private final Properties properties;

    DisabledGroupFailureAnalyzer(Environment environment) {
        this.properties = new Properties(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DisabledGroupException cause) {
        String use = cause.topic() == null ? "it is registered" : "its topic " + cause.topic() + " is consumed";
        String other = cause.topic() == null
                ? "from " + cause.source() + "."
                : "disable the listener: enabled = \"false\", or a placeholder such as enabled ="
                        + " \"${shop.listeners:true}\".";
        return new FailureAnalysis(
                "The group " + cause.group() + " is disabled in this application by "
                        + properties.describe(cause.property()) + ", but " + use + " by " + cause.source() + ".",
                "Remove " + cause.group() + " from " + cause.property() + ", or " + other,
                cause);
    }
}
