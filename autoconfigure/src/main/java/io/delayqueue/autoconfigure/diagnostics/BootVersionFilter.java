package io.delayqueue.autoconfigure.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/**
 * Fails the start with an earlier version of Spring Boot than 4.0, before an auto-configuration is loaded. Uses only what Spring Boot 3
 * has too.
 */
final class BootVersionFilter implements AutoConfigurationImportFilter {

    private static final String AUTO_CONFIGURATION = "io.delayqueue.autoconfigure.DelayQueueAutoConfiguration";

    private static final int FIRST = 4;

    private final @Nullable String version;

    /** Thrown with an earlier version. */
    static final class UnsupportedBootException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        UnsupportedBootException(String version) {
            super("delayqueue needs Spring Boot " + FIRST + ".0 or later, found " + version);
        }
    }

    BootVersionFilter() {
        this(SpringBootVersion.getVersion());
    }

    /**
     * Creates the filter.
     *
     * @param version the version of Spring Boot; null if it is not known
     */
    BootVersionFilter(@Nullable String version) {
        this.version = version;
    }

    /** Matches all: a queue that is excluded is not among the classes. */
    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        if (version != null && isEarlier(version) && Arrays.asList(classes).contains(AUTO_CONFIGURATION)) {
            throw new UnsupportedBootException(version);
        }
        boolean[] all = new boolean[classes.length];
        Arrays.fill(all, true);
        return all;
    }

    private static boolean isEarlier(String version) {
        String major = version.replaceFirst("\\D.*", "");
        return !major.isEmpty() && Integer.parseInt(major) < FIRST;
    }
}
