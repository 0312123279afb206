/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of stores on files in a folder.
 */
class FolderLeaseStoreTests extends ObserverContract {

	@TempDir
	Path folder;

	@Override
	protected LeaseStore open(TimeSystem time) {
		return new FolderLeaseStoreFactory(this.folder).open(time);
	}

	@Override
	protected StoreTraits traits() {
		return new FolderLeaseStoreFactory(this.folder).traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) throws IOException {
		Files.writeString(file(key), "token=7\nSIGNED OVER TO SOMEBODY ELSE\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) throws IOException {
		Files.delete(file(key));
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) throws IOException {
		replace(file(key), "not-before=\\d+", "not-before=" + fromNow.toMillis());
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) throws IOException {
		replace(file(key), "checkpoints=.*", "checkpoints=broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(this.folder.toString()));
	}

	private Path file(ElectionKey key) {
		return FolderRecords.file(this.folder, key);
	}

	private static void replace(Path file, String field, String replacement) throws IOException {
		Files.writeString(file, Files.readString(file).replaceFirst(field, replacement));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return new FolderLeaseStoreFactory(Path.of(arguments.get(0))).open();
		}

	}

}
