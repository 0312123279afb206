/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the store for the processes of one machine. All of them must use the same
 * directory, on a local disk.
 */
public final class LocalLeaseStoreFactory implements LeaseStoreFactory {

	private static final StoreTraits TRAITS = new StoreTraits("local", StoreTraits.Clock.MACHINE, Duration.ofMillis(1),
			Duration.ofDays(365), false, true, true, true);

	private final @Nullable Path directory;

	private final TimeSystem time;

	private final FileSystemTypes types;

	/**
	 * Creates a factory for the directory {@code leader-election-<user>} below the
	 * temporary folder. The directory is created private to the user, and rejected if
	 * other users could write there.
	 */
	public LocalLeaseStoreFactory() {
		this(null, TimeSystem.system(), FileSystemTypes.system());
	}

	/**
	 * Creates a factory for a directory.
	 * @param directory the directory; created if only its last part is missing
	 */
	public LocalLeaseStoreFactory(Path directory) {
		this(directory, TimeSystem.system());
	}

	/**
	 * Creates a factory for a directory with other clocks, for tests.
	 * @param directory the directory; created if only its last part is missing
	 * @param time its wall clock decides expiry and must be the same for all candidates;
	 * its ticker prevents steps of that clock from prolonging a lease
	 */
	public LocalLeaseStoreFactory(Path directory, TimeSystem time) {
		this(directory, time, FileSystemTypes.system());
	}

	LocalLeaseStoreFactory(@Nullable Path directory, TimeSystem time, FileSystemTypes types) {
		this.directory = directory;
		this.time = time;
		this.types = types;
	}

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	/**
	 * Opens the store.
	 * @return the store
	 * @throws LeaseStoreException if the directory cannot be used
	 */
	@Override
	public LeaseStore open() {
		LocalDirectory directories = new LocalDirectory(this.types);
		Path path = (this.directory != null) ? directories.open(this.directory) : directories.openDefault();
		try {
			Files.createDirectories(path.resolve(ElectionFiles.FREE_DIRECTORY));
			TemporaryFiles.removeStale(path);
		}
		catch (IOException ex) {
			throw new LeaseStoreException("The directory '" + path + "' of the local store cannot be prepared. Make it "
					+ "readable and writable for this user, or set " + LocalDirectory.PROPERTY
					+ " to another directory", ex);
		}
		return new LocalLeaseStore(path, this.time);
	}

}
