package io.delayqueue.autoconfigure.diagnostics;

import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a class that an earlier version of Jedis lacks, such as the version of Spring Boot 4.0. */
final class OldJedisFailureAnalyzer extends AbstractFailureAnalyzer<NoClassDefFoundError> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoClassDefFoundError cause) {
        String missing = String.valueOf(cause.getMessage()).replace('/', '.');
        return missing.startsWith("redis.clients.jedis.")
                ? new FailureAnalysis(
                        "The queue needs a later version of Jedis than " + jar() + ", which has no class " + missing
                                + ".",
                        "Use Spring Boot 4.1. With Spring Boot 4.0, set the property jedis.version to the version that"
                                + " Spring Boot 4.1 manages, such as 7.4.1.",
                        cause)
                : null;
    }

    private static String jar() {
        URL jedis = OldJedisFailureAnalyzer.class.getResource("/redis/clients/jedis/UnifiedJedis.class");
        return jedis == null ? "this one" : jedis.toString().replaceFirst(".*/([^/]+\\.jar)!/redis/.*", "$1");
    }
}
