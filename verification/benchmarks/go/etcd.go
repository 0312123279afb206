// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

type etcd struct {
	client   *clientv3.Client
	settings Settings
}

func newEtcd(endpoint string, settings Settings) (Elector, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, DialTimeout: 5 * time.Second})
	return &etcd{client, settings}, err
}

// A term lasts until the session ends, as etcd's documentation says.
func (elector *etcd) run(ctx context.Context, name string, begin func(leads func() bool)) error {
	session, err := concurrency.NewSession(elector.client, concurrency.WithTTL(int(elector.settings.lease.Seconds())))
	if err != nil {
		return err
	}
	defer session.Close()
	var resigned atomic.Bool
	election := concurrency.NewElection(session, "/"+name)
	if err := election.Campaign(ctx, elector.settings.identity); err != nil {
		return err
	}
	begin(func() bool {
		select {
		case <-session.Done():
			return false
		default:
			return !resigned.Load()
		}
	})
	select {
	case <-session.Done():
		return nil
	case <-ctx.Done():
		// First, because nobody may lead what is released
		resigned.Store(true)
		resign, cancel := context.WithTimeout(context.Background(), elector.settings.lease)
		defer cancel()
		return election.Resign(resign)
	}
}
