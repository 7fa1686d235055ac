package io.delayqueue.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MicroCommandTests {

    private static String outputOf(String... arguments) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            assertThat(new CommandLine(new MicroCommand()).execute(arguments)).isZero();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(UTF_8);
    }

    @Test
    void optionsShouldReachJmh() {
        assertThat(outputOf("-l", "Serialization"))
                .contains("SerializationBenchmark.read", "SerializationBenchmark.write")
                .doesNotContain("BatchingBenchmark");
    }

    @Test
    void helpShouldBeThatOfJmh() {
        assertThat(outputOf("-h")).contains("-prof <profiler>");
    }
}
