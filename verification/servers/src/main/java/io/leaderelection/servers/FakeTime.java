/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A wall clock that can be stepped for some processes alone, by libfaketime. Their
 * monotonic clock is left as it is. For any thread.
 */
public final class FakeTime implements AutoCloseable {

	private static final Path LIBRARIES = Path.of("/usr/lib");

	private static final String LIBRARY = "glob:**/faketime/libfaketimeMT.so.1";

	private static final Path SHARED_MEMORY = Path.of("/dev/shm");

	private static final Pattern LEFT_OVER = Pattern.compile("(?:faketime_shm|sem\\.faketime_sem)_(\\d{1,18})");

	private final Path library;

	private final Path directory;

	private final Path file;

	private Duration offset = Duration.ZERO;

	private FakeTime(Path library, Path directory) {
		this.library = library;
		this.directory = directory;
		this.file = directory.resolve("offset");
		write();
	}

	/**
	 * Whether the library is on this machine.
	 * @return whether {@link #open()} will work
	 */
	public static boolean isAvailable() {
		return find().isPresent();
	}

	/**
	 * Makes a clock that shows the right time.
	 * @return the clock
	 * @throws IllegalStateException if libfaketime is missing
	 */
	public static FakeTime open() {
		Path library = find()
			.orElseThrow(() -> new IllegalStateException("libfaketime is missing: install the package faketime"));
		Path directory = Commands.temporaryDirectory("clock");
		try {
			// Servers that refuse root read it as somebody else
			Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new FakeTime(library, directory);
	}

	/** The library leaves them behind when a process is killed. */
	private static void deleteLeftOvers() {
		if (!Files.isDirectory(SHARED_MEMORY)) {
			return;
		}
		try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
			for (Path file : files.toList()) {
				Matcher name = LEFT_OVER.matcher(file.getFileName().toString());
				if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
					Files.deleteIfExists(file);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot delete what libfaketime left in " + SHARED_MEMORY, ex);
		}
	}

	private static Optional<Path> find() {
		PathMatcher matcher = FileSystems.getDefault().getPathMatcher(LIBRARY);
		try (Stream<Path> files = Files.find(LIBRARIES, 3, (path, attributes) -> matcher.matches(path))) {
			return files.findFirst();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot search " + LIBRARIES, ex);
		}
	}

	/**
	 * What a process has to be started with.
	 * @param lookEvery how often it looks for steps; zero for each time that it asks for
	 * the time, which makes asking slow; whole seconds
	 * @return environment variables
	 */
	public Map<String, String> environment(Duration lookEvery) {
		Map<String, String> environment = new TreeMap<>();
		environment.put("LD_PRELOAD", this.library.toString());
		environment.put("FAKETIME_TIMESTAMP_FILE", this.file.toString());
		environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
		// Else each wait of Java, which counts by the monotonic clock, ends at once
		environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
		if (lookEvery.isZero()) {
			environment.put("FAKETIME_NO_CACHE", "1");
		}
		else {
			environment.put("FAKETIME_CACHE_DURATION", Long.toString(lookEvery.toSeconds()));
		}
		return environment;
	}

	/**
	 * What the command of a server begins with that is to see each step at once. The
	 * system's own memory allocator goes before another one: jemalloc asks for the time
	 * before libfaketime can answer.
	 */
	List<String> prefix() {
		Map<String, String> environment = new TreeMap<>(environment(Duration.ZERO));
		environment.put("LD_PRELOAD", this.library + ":libc.so.6");
		return Stream
			.concat(Stream.of("env"),
					environment.entrySet().stream().map((entry) -> entry.getKey() + "=" + entry.getValue()))
			.toList();
	}

	/**
	 * Steps the clock. Processes see it the next time that they look.
	 * @param step how far; negative to step back
	 */
	public synchronized void step(Duration step) {
		this.offset = this.offset.plus(step);
		write();
	}

	/**
	 * How far the clock is off.
	 * @return the sum of all steps
	 */
	public synchronized Duration offset() {
		return this.offset;
	}

	private void write() {
		String text = String.format(Locale.ROOT, "%+.3f\n", this.offset.toMillis() / 1000.0);
		try {
			// Replaced in one go, since it is read at any time
			Path next = Files.writeString(this.directory.resolve("offset.next"), text);
			Files.move(next, this.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + this.file, ex);
		}
	}

	/**
	 * Deletes what the clock is made of; to be called when its processes have ended.
	 */
	@Override
	public void close() {
		deleteLeftOvers();
		Commands.delete(this.directory);
	}

}
