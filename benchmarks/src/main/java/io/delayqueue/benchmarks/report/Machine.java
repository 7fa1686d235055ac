package io.delayqueue.benchmarks.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Machine of a run.
 *
 * @param cpu the processor's model
 * @param cpus the number of processors of this JVM
 * @param memoryBytes the main memory
 * @param os the operating system, with the major and minor version
 * @param java the JDK's vendor and version
 */
public record Machine(String cpu, int cpus, long memoryBytes, String os, String java) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private static final Pattern MODEL = Pattern.compile("(?m)^model name[ \\t]*:[ \\t]*(\\S.*?)[ \\t]*$");

    private static final Pattern MAJOR_AND_MINOR = Pattern.compile("\\d+(\\.\\d+)?");

    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable: *(\\d+) kB$");

    /** {@return this machine} */
    public static Machine here() {
        return new Machine(
                cpu(Files.isReadable(CPU_INFO) ? read(CPU_INFO) : ""),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
                os(System.getProperty("os.name"), System.getProperty("os.version")),
                System.getProperty("java.vendor") + " " + Runtime.version());
    }

    /** {@return the memory that programs can use now, in bytes} */
    public static long availableBytes() {
        Matcher available = AVAILABLE.matcher(Files.isReadable(MEMORY_INFO) ? read(MEMORY_INFO) : "");
        return available.find()
                ? Long.parseLong(available.group(1)) << 10
                : ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getFreeMemorySize();
    }

    /** Returns the model of the processor on Linux, else the architecture. */
    static String cpu(String cpuInfo) {
        Matcher model = MODEL.matcher(cpuInfo);
        return model.find() ? model.group(1) : System.getProperty("os.arch");
    }

    static String os(String name, String version) {
        Matcher numbers = MAJOR_AND_MINOR.matcher(version);
        return numbers.lookingAt() ? name + " " + numbers.group() : name;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
