/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the store in a folder.
 *
 * @param path Folder of the records, the same for all instances on the machine.
 */
@ConfigurationProperties("leader-election.folder")
public record FolderProperties(@Nullable String path) {

}
