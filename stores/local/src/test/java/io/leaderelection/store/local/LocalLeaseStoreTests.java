/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import org.junit.jupiter.api.io.TempDir;

class LocalLeaseStoreTests extends LeaseStoreContract {

	@TempDir
	Path directory;

	final ManualTime time = new ManualTime();

	LeaseStoreFactory factory() {
		return new LocalLeaseStoreFactory(this.directory, this.time.wallClock(), this.time.ticker());
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	@Override
	protected void elapse(Duration duration) {
		this.time.advance(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) throws IOException {
		Files.writeString(files(key).record(), "token=7\nSIGNED OVER TO SOMEBODY ELSE\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) throws IOException {
		Files.delete(files(key).record());
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) throws IOException {
		String record = Files.readString(files(key).record());
		long notBefore = this.time.wallClock().millis() + fromNow.toMillis();
		Files.writeString(files(key).record(), record.replaceFirst("not-before=\\d+", "not-before=" + notBefore));
	}

	@Override
	protected void loseHold(ElectionKey key) throws IOException {
		Files.delete(files(key).lock());
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(this.directory.toString()));
	}

	private ElectionFiles files(ElectionKey key) throws IOException {
		return ElectionFiles.of(this.directory.toRealPath(), key);
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return new LocalLeaseStoreFactory(Path.of(arguments.get(0))).open();
		}

	}

}
