/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import io.leaderelection.store.support.LeaseStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds, creates and checks the directory of the store.
 */
final class LocalDirectory {

	/** The property that names the directory. */
	static final String PROPERTY = "leader-election.local.directory";

	private static final String PRIVATE = "rwx------";

	private static final Logger logger = LoggerFactory.getLogger(LocalDirectory.class);

	private final FileSystemTypes types;

	LocalDirectory(FileSystemTypes types) {
		this.types = types;
	}

	/**
	 * Returns the default directory, below the user's temporary folder.
	 */
	static Path defaultPath() {
		String user = System.getProperty("user.name", "unknown").replaceAll("[^A-Za-z0-9._-]", "_");
		return Path.of(System.getProperty("java.io.tmpdir"), "leader-election-" + user);
	}

	/**
	 * Creates the default directory if it is missing, and rejects one that another user
	 * created, because everybody may write in a temporary folder.
	 * @return the real path
	 * @throws LeaseStoreException if it cannot be used
	 */
	Path openDefault() {
		return openPrivate(defaultPath());
	}

	Path openPrivate(Path path) {
		Path directory = open(path);
		try {
			if (Files.isSymbolicLink(path)) {
				throw problem(path, "is a symbolic link, which another user may have created", "Remove it");
			}
			if (isPosix(directory)) {
				checkPrivate(directory);
			}
			return directory;
		}
		catch (IOException ex) {
			throw new LeaseStoreException(text(path, "cannot be read", "Make it readable for this user"), ex);
		}
	}

	/**
	 * Creates a directory if only its last part is missing, and checks it.
	 * @return the real path
	 * @throws LeaseStoreException if it cannot be used
	 */
	Path open(Path path) {
		Path absolute = path.toAbsolutePath().normalize();
		Path parent = absolute.getParent();
		if (!Files.exists(absolute) && parent != null && !Files.isDirectory(parent)) {
			throw problem(absolute, "cannot be created, because its parent is not an existing directory",
					"Create the parent");
		}
		try {
			create(absolute);
			if (!Files.isDirectory(absolute)) {
				throw problem(absolute, "is not a directory", "Name a directory, or remove that file");
			}
			Path directory = absolute.toRealPath();
			checkFileSystem(absolute, directory);
			Files.delete(TemporaryFiles.create(directory));
			return directory;
		}
		catch (IOException ex) {
			throw new LeaseStoreException(
					text(absolute, "is not writable (" + ex + ")", "Make it writable for this user"), ex);
		}
	}

	private void checkFileSystem(Path path, Path directory) {
		String type;
		try {
			type = this.types.typeOf(directory);
		}
		catch (IOException ex) {
			acceptUnknown(path, ex);
			return;
		}
		if (FileSystemTypes.isNetwork(type)) {
			throw problem(path,
					"is on a file system of type '" + type
							+ "', which other machines may share, so that its locks cannot be trusted",
					"Use a directory on a local disk, or set leader-election.backend to a store that serves several machines");
		}
	}

	/** In a chroot or a sandbox the mount of a directory cannot be found. */
	private void acceptUnknown(Path path, IOException failure) {
		String unknown = "is on a file system whose type cannot be read (" + failure.getMessage() + ")";
		this.types.network().ifPresent((type) -> {
			throw new LeaseStoreException(
					text(path, unknown + ", and this machine has one of type '" + type + "', which others may share",
							"Use a directory on a local disk"),
					failure);
		});
		logger.warn("The directory '{}' of the local store {}. Leader election takes it for a local disk. If other "
				+ "machines share it, two instances may lead: set leader-election.backend to a store that serves "
				+ "several machines", path, unknown);
	}

	private void checkPrivate(Path directory) throws IOException {
		Path probe = TemporaryFiles.create(directory);
		Object self;
		try {
			self = Files.getAttribute(probe, "unix:uid");
		}
		finally {
			Files.delete(probe);
		}
		if (!self.equals(Files.getAttribute(directory, "unix:uid"))) {
			throw problem(directory, "belongs to another user", "Remove it");
		}
		Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
		if (permissions.contains(PosixFilePermission.GROUP_WRITE)
				|| permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
			throw problem(directory, "is writable by other users (" + PosixFilePermissions.toString(permissions) + ")",
					"Make it private (" + PRIVATE + ")");
		}
	}

	private static void create(Path path) throws IOException {
		if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		FileAttribute<?>[] attributes = isPosix(path)
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)) }
				: new FileAttribute<?>[0];
		try {
			Files.createDirectory(path, attributes);
		}
		catch (FileAlreadyExistsException ex) {
			// Another instance has created it; it is checked like any other directory
		}
	}

	private static boolean isPosix(Path path) {
		return path.getFileSystem().supportedFileAttributeViews().contains("unix");
	}

	private static LeaseStoreException problem(Path path, String what, String remedy) {
		return new LeaseStoreException(text(path, what, remedy));
	}

	private static String text(Path path, String what, String remedy) {
		return "The directory '" + path + "' of the local store " + what + ". " + remedy + ", or set " + PROPERTY
				+ " to another directory";
	}

}
