package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Code of the documentation in a file of its own, compiled with the dependencies of the starter. */
final class PastedCode implements AutoCloseable {

    private final URLClassLoader loader;

    private final String className;

    private PastedCode(URLClassLoader loader, String className) {
        this.loader = loader;
        this.className = className;
    }

    /** Compiles the code in a folder. */
    static PastedCode compile(String code, Path folder) throws IOException {
        String path = MarkedText.path(code);
        Path source = folder.resolve(Path.of(path).getFileName());
        Files.writeString(source, code);
        compile(source, folder);
        URL[] classes = {folder.toUri().toURL()};
        return new PastedCode(
                new URLClassLoader(classes, PastedCode.class.getClassLoader()),
                path.substring(0, path.lastIndexOf('.')).replace('/', '.'));
    }

    /** Compiles a source file into a folder, which may have the classes of others. */
    static void compile(Path source, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-classpath",
                    System.getProperty("java.class.path") + File.pathSeparator + folder,
                    "-d",
                    folder.toString(),
                    "-proc:none");
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as("%s", messages).isTrue();
        }
    }

    /** Runs the main method with its own class loader. */
    void main(String... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Method main = loader.loadClass(className).getMethod("main", String[].class);
            main.invoke(null, (Object) arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Calls a public static method of the class. */
    void call(String name, Class<?> parameter, Object argument) {
        try {
            loader.loadClass(className).getMethod(name, parameter).invoke(null, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
