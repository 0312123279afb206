/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A server as a child process of this JVM, which is killed when the JVM ends.
 */
final class NativeProcess implements ServerProcess {

	private static final long PATIENCE_SECONDS = 60;

	private final List<String> command;

	private final Path directory;

	private final Path log;

	private final Thread atExit = new Thread(this::kill, "end-of-server");

	private @Nullable Process process;

	NativeProcess(List<String> command, Path directory) {
		this.command = command;
		this.directory = directory;
		this.log = directory.resolve("server.log");
		Runtime.getRuntime().addShutdownHook(this.atExit);
	}

	@Override
	public void start() {
		if (isRunning()) {
			throw new IllegalStateException("Already running: " + this.command);
		}
		try {
			this.process = new ProcessBuilder(this.command).directory(this.directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(this.log.toFile()))
				.start();
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + this.command, ex);
		}
	}

	@Override
	public boolean isRunning() {
		return this.process != null && this.process.isAlive();
	}

	@Override
	public void stop() {
		Process running = this.process;
		if (running != null) {
			signal("CONT");
			running.destroy();
			await(running);
		}
	}

	@Override
	public void kill() {
		Process running = this.process;
		if (running != null) {
			// Children of a database would otherwise keep its memory and its port for a
			// while
			List<ProcessHandle> children = running.descendants().toList();
			running.destroyForcibly();
			children.forEach(ProcessHandle::destroyForcibly);
			await(running);
			children.forEach((child) -> child.onExit().join());
		}
	}

	@Override
	public void freeze() {
		signal("STOP");
	}

	@Override
	public void thaw() {
		signal("CONT");
	}

	@Override
	public String log() {
		try {
			return Files.exists(this.log) ? Files.readString(this.log) : "";
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	@Override
	public void close() {
		kill();
		try {
			Runtime.getRuntime().removeShutdownHook(this.atExit);
		}
		catch (IllegalStateException ex) {
			// The JVM is shutting down, and the hook runs anyway
		}
	}

	private void signal(String signal) {
		Process running = this.process;
		if (running == null || !running.isAlive()) {
			return;
		}
		Stream.concat(Stream.of(running.toHandle()), running.descendants()).forEach((process) -> {
			try {
				Commands.run(List.of("kill", "-" + signal, Long.toString(process.pid())));
			}
			catch (IllegalStateException ex) {
				// Processes that serve a connection may have ended meanwhile
				if (process.isAlive()) {
					throw ex;
				}
			}
		});
	}

	private void await(Process ending) {
		try {
			if (!ending.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Did not end: " + this.command);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
