package io.delayqueue.internal.codec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of one exception as lines. Frames of this library, Spring and the JDK are counted, except for the one that threw the
 * exception; so are long runs of frames of one origin, as recursion leaves them.
 */
final class FrameLines {

    private static final int MAX_RUN = 6;

    private static final int MAX_LENGTH = 300;

    private static final int MAX_NAMES = 5;

    /** Packages of this library below its root. Applications may have others, as the demo does. */
    private static final Set<String> LIBRARY = Set.of(
            "annotation",
            "autoconfigure",
            "callback",
            "engine",
            "internal",
            "log",
            "memory",
            "monitor",
            "observation",
            "pull",
            "redis",
            "store",
            "test",
            "transaction",
            "web");

    private final List<Line> lines = new ArrayList<>();

    private final Set<String> dropped = new LinkedHashSet<>();

    private int droppedFrames;

    private FrameLines() {}

    /**
     * Line of a stack.
     *
     * @param text without its end
     * @param frames number of frames that it stands for
     */
    record Line(String text, int frames) {}

    /**
     * Writes frames.
     *
     * @param frames the frames, the innermost first
     * @param common number of the last frames that the enclosing exception has too
     */
    static List<Line> of(StackTraceElement[] frames, int common) {
        FrameLines written = new FrameLines();
        written.add(frames, frames.length - common);
        if (common > 0) {
            written.lines.add(new Line("\t... " + common + " more", common));
        }
        return written.lines;
    }

    private void add(StackTraceElement[] frames, int count) {
        String runOf = null;
        int run = 0;
        for (int i = 0; i < count; i++) {
            String origin = framework(frames[i]);
            if (origin != null && i > 0) {
                runOf = null;
                drop(origin);
                continue;
            }
            String own = origin(frames[i].getClassName());
            run = own.equals(runOf) ? run + 1 : 1;
            runOf = own;
            if (run > MAX_RUN) {
                drop(own);
            } else {
                addDropped();
                lines.add(new Line(StackText.shorten("\tat " + frames[i], MAX_LENGTH), 1));
            }
        }
        addDropped();
    }

    private void drop(String origin) {
        dropped.add(origin);
        droppedFrames++;
    }

    private void addDropped() {
        if (droppedFrames > 0) {
            String names = dropped.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
            String frames = droppedFrames == 1 ? " frame of " : " frames of ";
            lines.add(
                    new Line(StackText.shorten("\t... " + droppedFrames + frames + names, MAX_LENGTH), droppedFrames));
            dropped.clear();
            droppedFrames = 0;
        }
    }

    /** {@return the name of the framework that a frame is of; null if it is of none} */
    static @Nullable String framework(StackTraceElement frame) {
        String type = frame.getClassName();
        String module = frame.getModuleName();
        if (module != null && (module.startsWith("java.") || module.startsWith("jdk."))) {
            return module.startsWith("jdk.proxy") ? "jdk.proxy" : module;
        }
        if (type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.")) {
            return "java.base";
        }
        if (type.startsWith("org.springframework.") || type.contains("$$SpringCGLIB$$")) {
            return "org.springframework";
        }
        return isLibrary(type) ? "io.delayqueue" : null;
    }

    private static boolean isLibrary(String type) {
        String root = "io.delayqueue.";
        if (!type.startsWith(root)) {
            return false;
        }
        int end = type.indexOf('.', root.length());
        return end < 0 || LIBRARY.contains(type.substring(root.length(), end));
    }

    /** {@return the first two parts of a package, by which frames belong together} */
    private static String origin(String type) {
        int first = type.indexOf('.');
        int second = type.indexOf('.', first + 1);
        return first < 0 ? type : type.substring(0, second < 0 ? first : second);
    }
}
