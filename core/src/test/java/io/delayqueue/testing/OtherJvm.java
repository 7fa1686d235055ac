package io.delayqueue.testing;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Starts another JVM of the tests, which shows its errors with those of this one. */
public final class OtherJvm {

    private OtherJvm() {}

    /**
     * Starts a JVM.
     *
     * @param main its main class
     * @param arguments the arguments of its main method, as text
     * @return the process; see {@link Closing#killing}
     */
    public static Process start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /**
     * Starts a JVM with options.
     *
     * @param options such as -Xmx48m
     * @param main its main class
     * @param arguments the arguments of its main method, as text
     * @return the process
     */
    public static Process start(List<String> options, Class<?> main, Object... arguments) throws IOException {
        return start(System.getProperty("java.class.path"), options, main, arguments);
    }

    /**
     * Starts a JVM with other classes.
     *
     * @param classPath where its classes are
     * @param options such as -Xmx48m
     * @param main its main class, of which only the name is used
     * @param arguments the arguments of its main method, as text
     * @return the process
     */
    public static Process start(String classPath, List<String> options, Class<?> main, Object... arguments)
            throws IOException {
        List<String> command = command(classPath, options, main);
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /**
     * Returns the command that starts a JVM, with the {@code -XX} options of this one.
     *
     * @param classPath where its classes are
     * @param options such as -Xmx48m
     * @param main its main class, of which only the name is used
     * @return the command, to which arguments can be added
     */
    public static List<String> command(String classPath, List<String> options, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        return command;
    }

    /** Ends this JVM when its standard input does, so that it does not outlive the one that has started it. */
    public static void endWithInput() throws IOException {
        while (System.in.read() >= 0) {
            // says nothing
        }
        Runtime.getRuntime().halt(1);
    }
}
