/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.leaderelection.store.ElectionKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an election. Their names begin with a readable form of the election's name
 * and end with a hash of namespace and election. Therefore names that differ only by case
 * or special characters are distinct on every file system, and no file is outside the
 * directory.
 *
 * @param key the election
 * @param name the common part of the names
 * @param lock the lock file: empty, never read, never deleted
 * @param record the record
 * @param free touched when the election may have become free; in a separate directory, so
 * that a watch of it receives no other events
 */
record ElectionFiles(ElectionKey key, String name, Path lock, Path record, Path free) {

	private static final Logger logger = LoggerFactory.getLogger(ElectionFiles.class);

	/** The directory of the files that are touched. */
	static final String FREE_DIRECTORY = "free";

	/** Suffix of records that are being written. */
	static final String TEMPORARY = ".tmp";

	private static final int READABLE = 40;

	private static final int HASH_BYTES = 20;

	static ElectionFiles of(Path directory, ElectionKey key) {
		String name = readable(key.election()) + "-" + hash(key);
		return new ElectionFiles(key, name, directory.resolve(name + ".lock"), directory.resolve(name + ".record"),
				directory.resolve(FREE_DIRECTORY).resolve(name));
	}

	/**
	 * Notifies the watches of all processes by touching a file. Nothing depends on it, so
	 * a failure is only logged.
	 */
	void touchFree() {
		try (FileOutputStream out = new FileOutputStream(this.free.toFile())) {
			out.write('.');
		}
		catch (IOException ex) {
			logger.debug("Cannot touch '{}': candidates of election '{}' detect the change later", this.free, this.key,
					ex);
		}
	}

	private static String readable(String election) {
		String safe = election.replaceAll("[^A-Za-z0-9_-]", "_");
		return (safe.length() <= READABLE) ? safe : safe.substring(0, READABLE);
	}

	private static String hash(ElectionKey key) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			digest.update(key.namespace().getBytes(StandardCharsets.UTF_8));
			digest.update((byte) 0);
			digest.update(key.election().getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The Java runtime does not support SHA-256", ex);
		}
	}

}
