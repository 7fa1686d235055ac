package io.delayqueue.benchmarks.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcome.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreBuildTests {

    private static final Outcome CUT = new Outcome("cut", Disturbance.OTHER, 1, 9, 0, 0, 0, 0, 3);

    @TempDir
    private Path root;

    @BeforeEach
    void createProject() throws IOException {
        Files.createFile(Files.createDirectory(root.resolve("core")).resolve("pom.xml"));
    }

    /** Stands for Maven. */
    private String program(String script) throws IOException {
        Path file = Files.writeString(root.resolve("maven"), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    private void writeOutcomes() throws IOException {
        Path folder = Files.createDirectories(root.resolve(Path.of("core", "target", "chaos")));
        Files.writeString(folder.resolve("outcomes.tsv"), "long, seed 7\n" + CUT.line() + "\n");
    }

    @Test
    void outcomesShouldBeThoseThatTheTestsHaveWritten() throws Exception {
        writeOutcomes();
        Files.move(root.resolve("core/target/chaos/outcomes.tsv"), root.resolve("written"));
        CoreBuild build = new CoreBuild(root, program("pwd; echo \"$@\"; cp written core/target/chaos/outcomes.tsv"));
        assertThat(build.passes(3, Part.UPGRADE, 7)).isTrue();
        assertThat(build.outcomes()).containsExactly(CUT);
        assertThat(build.log(3, Part.UPGRADE))
                .hasContent(root.toRealPath() + "\n-B verify -pl core -Pupgrade -Dtest=NoneTests"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Ddelayqueue.chaos.seed=7");
    }

    @Test
    void outcomesOfAnEarlierTurnShouldNotCount() throws Exception {
        writeOutcomes();
        CoreBuild build = new CoreBuild(root, program("exit 1"));
        assertThat(build.passes(1, Part.CHAOS, 7)).isFalse();
        assertThat(build.outcomes()).isEmpty();
    }

    /** An empty path is this folder, but no program starts in one. */
    @Test
    void folderMayBeRelative() throws IOException {
        Path relative = Path.of("").toAbsolutePath().relativize(root.toAbsolutePath());
        assertThat(new CoreBuild(relative, "mvn").maven(Part.MODEL, 1).directory())
                .isAbsolute();
    }
}
