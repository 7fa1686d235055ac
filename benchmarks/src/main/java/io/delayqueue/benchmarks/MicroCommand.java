package io.delayqueue.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Calls JMH's own command line. */
@Command(
        name = "micro",
        description = {
            "Runs the micro benchmarks of serialization and batching, which need no server.",
            "Further arguments are for JMH, such as a pattern of names, -f 3, -prof gc, or -h for its help."
        })
final class MicroCommand implements Callable<Integer> {

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Main.main(options.toArray(String[]::new));
        return 0;
    }
}
