package io.delayqueue.internal.codec;

import io.delayqueue.Callback;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.callback.UnreadableTaskException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the public constructor of a callback class. */
public final class Constructors {

    private Constructors() {}

    /** Finds the only constructor for these arguments. */
    static Constructor<?> forArguments(Class<? extends Callback> type, List<@Nullable Object> arguments) {
        if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
            throw InvalidTaskException.of("callback", type.getName(), "must be a public class that is not abstract");
        }
        List<Constructor<?>> fitting = Arrays.stream(type.getConstructors())
                .filter(constructor -> takes(constructor.getParameterTypes(), arguments))
                .toList();
        if (fitting.size() != 1) {
            String found = fitting.isEmpty() ? "none" : fitting.size() + " of them";
            throw new InvalidTaskException("callback must have one public constructor for its arguments "
                    + typeNames(arguments) + ", but " + type.getName() + " has " + found);
        }
        return fitting.get(0);
    }

    /** Finds the constructor with exactly these parameter types. */
    public static Constructor<?> withSignature(Class<? extends Callback> type, List<String> signature)
            throws UnreadableTaskException {
        return Arrays.stream(type.getConstructors())
                .filter(constructor -> signature(constructor).equals(signature))
                .findFirst()
                .orElseThrow(() -> new UnreadableTaskException(
                        "The callback class " + type.getName() + " no longer has a public constructor " + signature));
    }

    /** Returns the names of the parameter types. */
    static List<String> signature(Constructor<?> constructor) {
        return Arrays.stream(constructor.getParameterTypes())
                .map(Class::getName)
                .toList();
    }

    private static boolean takes(Class<?>[] parameters, List<@Nullable Object> arguments) {
        return parameters.length == arguments.size()
                && IntStream.range(0, parameters.length).allMatch(i -> takes(parameters[i], arguments.get(i)));
    }

    private static boolean takes(Class<?> parameter, @Nullable Object argument) {
        return argument == null
                ? !parameter.isPrimitive()
                : MethodType.methodType(parameter).wrap().returnType().isInstance(argument);
    }

    private static List<String> typeNames(List<@Nullable Object> arguments) {
        return arguments.stream()
                .map(argument -> argument == null ? "null" : argument.getClass().getName())
                .toList();
    }
}
