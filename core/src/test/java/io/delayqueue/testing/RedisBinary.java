package io.delayqueue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/**
 * The {@code redis-server} that tests start: the file that the system property {@code delayqueue.test.server} names if that
 * is set, else the one that ships inside a Maven artifact, unpacked once per JVM.
 */
final class RedisBinary {

    static final Path PATH = at(System.getProperty("delayqueue.test.server"));

    private RedisBinary() {}

    /**
     * The file of this name, or the artifact's if there is no name.
     *
     * @throws IllegalArgumentException if nothing that can be run has this name
     */
    static Path at(@Nullable String file) {
        if (file == null || file.isBlank()) {
            return unpack();
        }
        Path path = Path.of(file).toAbsolutePath();
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            throw new IllegalArgumentException("delayqueue.test.server must name a program, but is '" + file + "'");
        }
        return path;
    }

    private static Path unpack() {
        try {
            return RedisExecProvider.defaultProvider().get().toPath().toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
