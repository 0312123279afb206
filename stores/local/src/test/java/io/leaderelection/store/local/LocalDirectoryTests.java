/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LocalDirectoryTests {

	private static final int SOMEBODY_ELSE = 12345;

	@TempDir
	Path folder;

	private final LocalDirectory directories = new LocalDirectory(FileSystemTypes.system());

	@Test
	void lastPartIsCreatedForTheUserOnly() throws IOException {
		Path made = this.directories.open(this.folder.resolve("new"));
		assertThat(made).isDirectory();
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made))).isEqualTo("rwx------");
		assertThat(made).isEmptyDirectory();
		assertThat(this.directories.open(made)).isEqualTo(made);
	}

	@Test
	void theDefaultIsBelowTheTemporaryFolderAndNamesTheUser() {
		assertThat(LocalDirectory.defaultPath().getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
		assertThat(LocalDirectory.defaultPath().getFileName().toString()).startsWith("leader-election-");
	}

	@Test
	void aMissingParentIsRefused() {
		assertRefused(this.folder.resolve("missing/new"), "parent", "Create the parent");
	}

	@Test
	void aFileIsRefused() throws IOException {
		assertRefused(Files.createFile(this.folder.resolve("file")), "is not a directory");
	}

	@Test
	void aDirectoryThatCannotBeWrittenIsRefused() {
		// Permissions do not stop root, but not even root can create a file there
		assertRefused(Path.of("/proc/self"), "is not writable", "Make it writable");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nfs", "nfs4", "NFS", "cifs", "smb2", "smb3", "smbfs", "fuse.sshfs", "9p", "ceph",
			"fuse.ceph", "fuse.glusterfs", "lustre", "afs", "fuse.s3fs", "virtiofs" })
	void aNetworkFileSystemIsRefused(String type) {
		LocalLeaseStoreFactory factory = new LocalLeaseStoreFactory(this.folder, TimeSystem.system(), (path) -> type);
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(factory::open)
			.withMessageContaining("'" + type + "'")
			.withMessageContaining(this.folder.toString())
			.withMessageContaining("leader-election.local.directory")
			.withMessageContaining("leader-election.backend");
	}

	@Test
	void aFileSystemOfUnknownTypeIsRefusedBesideANetworkFileSystem() {
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> open(new Unknown("nfs4")))
			.withMessageContaining("cannot be read (Mount point not found)")
			.withMessageContaining("'nfs4'")
			.withMessageContaining("leader-election.local.directory");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aFileSystemOfUnknownTypeIsAcceptedWithAWarning(CapturedOutput output) {
		open(new Unknown(null)).close();
		assertThat(output).contains("WARN", this.folder.toString(), "cannot be read (Mount point not found)",
				"leader-election.backend");
	}

	private LeaseStore open(FileSystemTypes types) {
		return new LocalLeaseStoreFactory(this.folder, TimeSystem.system(), types).open();
	}

	/** As in a chroot. */
	private record Unknown(String other) implements FileSystemTypes {

		@Override
		public String typeOf(Path path) throws IOException {
			throw new IOException("Mount point not found");
		}

		@Override
		public Optional<String> network() {
			return Optional.ofNullable(this.other);
		}

	}

	@ParameterizedTest
	@ValueSource(strings = { "ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "NTFS", "fuse.fuse-overlayfs" })
	void aLocalFileSystemIsAccepted(String type) {
		assertThat(FileSystemTypes.isNetwork(type)).isFalse();
	}

	@Test
	void theDefaultDirectoryMustNotBeWritableByOthers() throws IOException {
		Path open = Files.createDirectory(this.folder.resolve("open"));
		Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
		assertPrivateRefused(open, "is writable by other users (rwxrwxrwx)");
	}

	@Test
	void theDefaultDirectoryMustNotBeASymbolicLink() throws IOException {
		Path target = Files.createDirectory(this.folder.resolve("target"));
		assertPrivateRefused(Files.createSymbolicLink(this.folder.resolve("link"), target), "is a symbolic link");
	}

	@Test
	void theDefaultDirectoryMustBelongToTheUser() throws IOException {
		Path foreign = this.folder.resolve("foreign");
		Files.createDirectory(foreign);
		if (Files.getAttribute(foreign, "unix:uid").equals(0)) {
			Files.setAttribute(foreign, "unix:uid", SOMEBODY_ELSE);
			assertPrivateRefused(foreign, "belongs to another user");
		}
		else {
			// Only root can change an owner; other users test with a folder of root that
			// everybody may write
			assertPrivateRefused(Path.of("/tmp"), "belongs to another user");
		}
	}

	@Test
	void aPrivateDefaultDirectoryIsAccepted() {
		Path made = this.directories.openPrivate(this.folder.resolve("default"));
		assertThat(this.directories.openPrivate(made)).isEqualTo(made).isEmptyDirectory();
	}

	@Test
	void temporaryFilesOfDeadProcessesAreRemoved() throws Exception {
		Process dead = new ProcessBuilder("true").start();
		dead.waitFor();
		Path stale = Files.writeString(this.folder.resolve("e-0123." + dead.pid() + "-ab.tmp"), "half a rec");
		Path alive = Files.createFile(this.folder.resolve("e-0123." + ProcessHandle.current().pid() + "-ab.tmp"));
		Path foreign = Files.createFile(this.folder.resolve("notes.tmp"));
		new LocalLeaseStoreFactory(this.folder).open().close();
		assertThat(stale).doesNotExist();
		assertThat(alive).exists();
		assertThat(foreign).exists();
	}

	private void assertRefused(Path path, String... parts) {
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(new LocalLeaseStoreFactory(path)::open)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts)
				.contains(path.toString(), "leader-election.local.directory"));
	}

	private void assertPrivateRefused(Path path, String what) {
		assertThatExceptionOfType(LeaseStoreException.class).isThrownBy(() -> this.directories.openPrivate(path))
			.withMessageContaining(what)
			.withMessageContaining("leader-election.local.directory");
	}

}
