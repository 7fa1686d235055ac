package io.delayqueue.benchmarks.torture;

import io.delayqueue.chaos.Outcome;
import io.delayqueue.chaos.Outcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs tests by Maven. */
public final class CoreBuild {

    private static final Path CORE = Path.of("core");

    private final Path root;

    private final String maven;

    private final Path logs;

    /**
     * Creates the build.
     *
     * @param root the folder of the project
     * @param maven Maven's program
     * @throws IllegalArgumentException if the folder is not that of the project
     * @throws IOException if the folder for the logs cannot be made
     */
    public CoreBuild(Path root, String maven) throws IOException {
        if (!Files.isRegularFile(root.resolve(CORE).resolve("pom.xml"))) {
            throw new IllegalArgumentException(
                    "The tests are run by Maven: start this in the folder of the project, not in "
                            + root.toAbsolutePath().normalize());
        }
        this.root = root.toAbsolutePath().normalize();
        this.maven = maven;
        this.logs = Files.createDirectories(this.root.resolve(Path.of("benchmarks", "target", "torture")));
    }

    /**
     * {@return the file of Maven's output}
     *
     * @param number the number of the turn
     * @param part its part
     */
    public Path log(int number, Part part) {
        return logs.resolve(number + "-" + part.title() + ".log");
    }

    /**
     * Runs the tests of a part.
     *
     * @param number the number of the turn
     * @param part the part
     * @param seed the seed of its random choices
     * @return whether they passed
     * @throws IOException if Maven cannot be started
     * @throws InterruptedException if the thread is interrupted; Maven is ended then
     */
    public boolean passes(int number, Part part, long seed) throws IOException, InterruptedException {
        Outcomes.delete(root.resolve(part.module()));
        Process process = maven(part, seed)
                .redirectErrorStream(true)
                .redirectOutput(log(number, part).toFile())
                .start();
        try {
            return process.waitFor() == 0;
        } finally {
            process.destroy();
        }
    }

    ProcessBuilder maven(Part part, long seed) {
        List<String> command = new ArrayList<>(List.of(maven));
        command.addAll(part.arguments(seed));
        return new ProcessBuilder(command).directory(root.toFile());
    }

    /**
     * {@return what the scenarios of the last turn have counted}
     *
     * @param part the part of the turn
     * @throws IOException if their file cannot be read
     */
    public List<Outcome> outcomes(Part part) throws IOException {
        return Outcomes.in(root.resolve(part.module()));
    }
}
