package io.delayqueue.benchmarks.contender.delayqueue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;

/** Measured build of this project. */
final class Build {

    private Build() {}

    /** Returns the version and, if this runs in a checkout, its commit. */
    static String version() {
        return project()
                + Checkout.commit(place())
                        .map(commit -> ", in a checkout of " + commit)
                        .orElse("");
    }

    private static String project() {
        Properties properties = new Properties();
        try (InputStream file = Build.class.getResourceAsStream("build.properties")) {
            properties.load(Objects.requireNonNull(file, "build.properties is missing"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static Path place() {
        try {
            return Path.of(Build.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
