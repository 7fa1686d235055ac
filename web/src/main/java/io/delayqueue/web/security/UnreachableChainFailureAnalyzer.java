package io.delayqueue.web.security;

import io.delayqueue.log.Documentation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.UnreachableFilterChainException;

/** Explains how to resolve a conflict between a security filter chain of the application and that of the dashboard. */
final class UnreachableChainFailureAnalyzer extends AbstractFailureAnalyzer<UnreachableFilterChainException> {

    private final Environment environment;

    UnreachableChainFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnreachableFilterChainException cause) {
        String everything = environment.getProperty(WebSecurityProperties.PREFIX + ".path", "/delayqueue") + "/**";
        if (!describe(cause.getUnreachableFilterChain()).contains(everything)) {
            return null;
        }
        return describe(cause.getFilterChain()).contains(everything)
                ? ownChain(cause, everything)
                : tooEarly(cause, everything);
    }

    private static FailureAnalysis ownChain(UnreachableFilterChainException cause, String everything) {
        return new FailureAnalysis(
                "There are two security filter chains for " + everything + ", one of the application and the bean "
                        + DelayQueueSecurityFilterChainAutoConfiguration.CHAIN
                        + ", of which only the first would be used:\n\n    - "
                        + describe(cause.getFilterChain()) + "\n    - " + describe(cause.getUnreachableFilterChain()),
                "Name the application's bean " + DelayQueueSecurityFilterChainAutoConfiguration.CHAIN
                        + ": then it replaces the other. "
                        + Documentation.link("security.html#the-rest-of-the-application")
                        + " says what such a chain needs.",
                cause);
    }

    private static FailureAnalysis tooEarly(UnreachableFilterChainException cause, String everything) {
        return new FailureAnalysis(
                "A security filter chain for every request comes before the bean "
                        + DelayQueueSecurityFilterChainAutoConfiguration.CHAIN + ", which is for " + everything
                        + " and would never be used:\n\n    - " + describe(cause.getFilterChain()),
                """
                Do one of these:

                    - Give the application's chain a later order, such as @Order(0): %1$s has Ordered.HIGHEST_PRECEDENCE.
                    - Define a bean %1$s of your own, if the application is to \
                say by itself how users of the dashboard log in: it replaces the other and has the order you give it.""".formatted(DelayQueueSecurityFilterChainAutoConfiguration.CHAIN),
                cause);
    }

    /** Describes a chain by its bean and its matcher, without its many filters. */
    private static String describe(SecurityFilterChain chain) {
        String text = chain.toString();
        int filters = text.indexOf(" and having filters");
        return filters < 0 ? text : text.substring(0, filters);
    }
}
