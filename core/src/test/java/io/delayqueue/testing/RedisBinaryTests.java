package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTests {

    @TempDir
    private Path folder;

    @Test
    void givenProgramShouldBeTheServer() throws IOException {
        Path program = Files.createFile(folder.resolve("redis-server"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(RedisBinary.at(program.toString())).isEqualTo(program);
    }

    @Test
    void whatCannotRunShouldBeRefused() throws IOException {
        Path text = Files.createFile(folder.resolve("redis.conf"));
        for (Path file : new Path[] {text, folder, folder.resolve("gone")}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RedisBinary.at(file.toString()))
                    .withMessage("delayqueue.test.server must name a program, but is '" + file + "'");
        }
    }

    @Test
    void withoutAProgramTheServerShouldComeFromTheArtifact() {
        assertThat(RedisBinary.at(null)).isExecutable();
        assertThat(RedisBinary.at(" ")).isExecutable();
    }
}
