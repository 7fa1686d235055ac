package io.vertx.core;

/** Stub of the type of Vert.x, which no module depends on. */
public interface Future<T> {}
