package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import java.util.List;

/** Main class of a JVM that connects, drains overdue tasks once, and prints the tasks per second. */
public final class ColdJvm {

    static final String TOPIC = "cold";

    private ColdJvm() {}

    /**
     * Measures from the start of consuming, after the connection, until the server has no task.
     *
     * @param arguments the class of the contender, the address of the server, and the number of tasks
     */
    public static void main(String[] arguments) throws Exception {
        Contender contender =
                (Contender) Class.forName(arguments[0]).getConstructor().newInstance();
        int tasks = Integer.parseInt(arguments[2]);
        Arrived arrived = new Arrived();
        try (OpenQueue queue = contender.open(Address.parse(arguments[1]))) {
            long began = System.nanoTime();
            queue.consume(List.of(TOPIC), arrived);
            Backlog.awaitEmpty(queue, TOPIC, arrived, tasks);
            System.out.print(tasks * 1e9 / (System.nanoTime() - began));
        }
    }
}
