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
 * A wall clock that can be stepped for selected processes, by means of libfaketime. Their
 * monotonic clock is not affected. Thread-safe.
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
	 * Returns whether the library is available on this machine.
	 * @return whether {@link #open()} will succeed
	 */
	public static boolean isAvailable() {
		return find().isPresent();
	}

	/**
	 * Creates a clock that shows the current time.
	 * @return the clock
	 * @throws IllegalStateException if libfaketime is missing
	 */
	public static FakeTime open() {
		Path library = find()
			.orElseThrow(() -> new IllegalStateException("libfaketime is missing: install the package faketime"));
		Path directory = Commands.temporaryDirectory("clock");
		try {
			// Servers that refuse to run as root read it as another user
			Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new FakeTime(library, directory);
	}

	/** The library leaves these files behind when a process is killed. */
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
			throw new UncheckedIOException("Cannot delete the files that libfaketime left in " + SHARED_MEMORY, ex);
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
	 * Returns the environment variables of a process that uses the clock.
	 * @param lookEvery how often the process checks for steps, in whole seconds; zero to
	 * check whenever it reads the time, which makes that slow
	 * @return environment variables
	 */
	public Map<String, String> environment(Duration lookEvery) {
		Map<String, String> environment = new TreeMap<>();
		environment.put("LD_PRELOAD", this.library.toString());
		environment.put("FAKETIME_TIMESTAMP_FILE", this.file.toString());
		environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
		// Otherwise each wait of Java, which uses the monotonic clock, ends at once
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
	 * Returns the start of the command of a server that must see each step at once. The
	 * system's memory allocator is loaded before others: jemalloc reads the time before
	 * libfaketime can answer.
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
	 * Steps the clock. Processes notice it at their next check.
	 * @param step the length of the step; negative to step back
	 */
	public synchronized void step(Duration step) {
		this.offset = this.offset.plus(step);
		write();
	}

	/**
	 * Returns the offset of the clock.
	 * @return the sum of all steps
	 */
	public synchronized Duration offset() {
		return this.offset;
	}

	private void write() {
		String text = String.format(Locale.ROOT, "%+.3f\n", this.offset.toMillis() / 1000.0);
		Commands.replace(this.file, text);
	}

	/**
	 * Deletes the files of the clock. Call it after its processes have ended.
	 */
	@Override
	public void close() {
		deleteLeftOvers();
		Commands.delete(this.directory);
	}

}
