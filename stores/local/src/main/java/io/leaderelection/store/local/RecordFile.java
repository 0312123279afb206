/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.RecordText;
import org.jspecify.annotations.Nullable;

/**
 * Reads and replaces the record of an election. Uses streams instead of channels, because
 * an interrupt closes a channel in use.
 */
final class RecordFile {

	private final ElectionFiles files;

	private final Path temporary;

	private final Disk disk;

	/**
	 * Strategy that makes writes survive a power failure.
	 */
	interface Disk {

		/** Uses the operating system. */
		Disk SYSTEM = new Disk() {

			@Override
			public void sync(FileOutputStream file) throws IOException {
				file.getFD().sync();
			}

			@Override
			public void sync(Path directory) throws IOException {
				try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
					channel.force(true);
				}
			}

		};

		void sync(FileOutputStream file) throws IOException;

		/** Makes the names of the files in a directory survive. */
		void sync(Path directory) throws IOException;

	}

	/**
	 * Creates the access to a record.
	 * @param files the files of the election
	 * @param writer the part of the temporary file's name that is unique to each writer
	 * on the machine
	 */
	RecordFile(ElectionFiles files, String writer) {
		this(files, writer, Disk.SYSTEM);
	}

	RecordFile(ElectionFiles files, String writer, Disk disk) {
		this.disk = disk;
		this.files = files;
		this.temporary = files.record().resolveSibling(files.name() + "." + writer + ElectionFiles.TEMPORARY);
	}

	/**
	 * Reads the record. It is always consistent, because writers only replace it as a
	 * whole.
	 * @return the record, or {@code null} if there is none
	 * @throws GarbageRecordException if it is malformed
	 */
	@Nullable LeaseRecord read() throws IOException {
		if (!Files.exists(this.files.record(), LinkOption.NOFOLLOW_LINKS)) {
			return absent();
		}
		try (FileInputStream in = new FileInputStream(this.files.record().toFile())) {
			return LeaseRecord.parse(this.files.key(), in.readNBytes(RecordText.MAX_BYTES + 1));
		}
		catch (IllegalArgumentException ex) {
			throw garbage(ex);
		}
	}

	/**
	 * Replaces the record. A crash leaves the old or the new record, and perhaps an
	 * unused temporary file. A power failure may restore an older record, but none from
	 * before the last checkpoint, because the work that the checkpoint describes may be
	 * durable.
	 */
	void write(LeaseRecord record) throws IOException {
		boolean noted = record.term().checkpoints().version() > 0;
		try (FileOutputStream out = new FileOutputStream(this.temporary.toFile())) {
			out.write(record.format(this.files.key()));
			if (noted) {
				this.disk.sync(out);
			}
		}
		Files.move(this.temporary, this.files.record(), StandardCopyOption.ATOMIC_MOVE,
				StandardCopyOption.REPLACE_EXISTING);
		Path directory = this.files.record().toAbsolutePath().getParent();
		if (noted && directory != null) {
			this.disk.sync(directory);
		}
	}

	private @Nullable LeaseRecord absent() throws IOException {
		Path directory = this.files.record().toAbsolutePath().getParent();
		if (directory != null && !Files.isDirectory(directory)) {
			throw new IOException(
					"The directory '" + directory + "' of the local store no longer exists. Create it again, or set "
							+ LocalDirectory.PROPERTY + " to another directory and restart all instances");
		}
		return null;
	}

	private GarbageRecordException garbage(IllegalArgumentException problem) {
		GarbageRecordException exception = new GarbageRecordException("The record of election '" + this.files.key()
				+ "' in the file '" + this.files.record() + "' is garbage: " + problem.getMessage()
				+ ". Find out which program writes there, stop all instances that contend in this election, then "
				+ "delete the file");
		exception.initCause(problem);
		return exception;
	}

}
