# Postfix on Debian as the mail server of play.example.org: email for its addresses goes to the
# site's door by LMTP, and the site sends through it.  Run as root.
#
# Postfix asks the door which addresses exist.  It asks in the name of a person, and only bounces
# may go to the sender's address; so emails without a sender, such as bounces, are let in without
# asking.  What the door has refused, or could not answer while it was restarted, is forgotten
# after a minute: otherwise a reply that comes in that moment would be kept waiting for hours.
postconf -e 'myhostname = play.example.org' \
            'myorigin = $myhostname' \
            'mydestination = localhost' \
            'inet_interfaces = all' \
            'mynetworks = 127.0.0.0/8 [::1]/128' \
            'message_size_limit = 5000000' \
            'relay_domains = play.example.org' \
            'transport_maps = texthash:/etc/postfix/transport' \
            'virtual_alias_maps = texthash:/etc/postfix/virtual' \
            'smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination' \
            'smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination, check_sender_access inline:{{<> = permit}}, reject_unverified_recipient' \
            'unverified_recipient_reject_code = 550' \
            'address_verify_poll_delay = 1s' \
            'address_verify_negative_refresh_time = 30s' \
            'address_verify_negative_expire_time = 60s' \
            'lmtp_destination_recipient_limit = 1' \
            'lmtp_send_xforward_command = yes' \
            'smtp_tls_security_level = may'
echo 'play.example.org lmtp:inet:127.0.0.1:2525' > /etc/postfix/transport
# Addresses that people read: /etc/aliases says who gets the email of root.
cat > /etc/postfix/virtual <<'END'
postmaster@play.example.org root@localhost
abuse@play.example.org root@localhost
root@play.example.org root@localhost
END
